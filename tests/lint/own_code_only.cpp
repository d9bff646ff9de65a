// Plugin of clang-tidy: the checks look at what is declared in the project, not in the headers of others.
//
// clang-tidy 14 matches every check against every node of Eigen and the standard library, and throws away what it finds
// there. This takes two thirds of its time. The plugin leaves those declarations out of the traversal; they are still
// parsed, and templates of the project are still looked at in all their instances.
// Without the plugin clang-tidy finds the same and takes longer.

#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>

#include <vector>

namespace {

using clang::ast_matchers::MatchFinder;

class OwnCodeOnly : public clang::tidy::ClangTidyCheck {
public:
    using ClangTidyCheck::ClangTidyCheck;

    void registerMatchers(MatchFinder* finder) override {
        finder->addMatcher(clang::ast_matchers::translationUnitDecl().bind("unit"), this);
    }

    // The translation unit is matched before its children are visited, and the visitor asks for the scope after that.
    void check(const MatchFinder::MatchResult& result) override {
        const clang::SourceManager& files = *result.SourceManager;
        std::vector<clang::Decl*> own;
        for (clang::Decl* decl :
             result.Nodes.getNodeAs<clang::TranslationUnitDecl>("unit")->decls()) {
            if (!files.isInSystemHeader(files.getExpansionLoc(decl->getLocation()))) {
                own.push_back(decl);
            }
        }
        result.Context->setTraversalScope(own);
    }
};

class SinewModule : public clang::tidy::ClangTidyModule {
public:
    void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
        factories.registerCheck<OwnCodeOnly>("sinew-own-code-only");
    }
};

const clang::tidy::ClangTidyModuleRegistry::Add<SinewModule> REGISTRATION(
    "sinew", "Leaves out the headers of others.");

}  // namespace
